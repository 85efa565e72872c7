#pragma once
#include <cairo-pdf.h>
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <hb-ot.h>
#include <hb-subset.h>
#include <hb.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>

// Where pango found a font. Casts between GObject classes are macros. Returns NULL when it is not a file.
static inline const char *waymark_font_file(PangoFont *font, int *index) {
    FcPattern *pattern = pango_fc_font_get_pattern((PangoFcFont *)font);
    FcChar8 *file = NULL;
    if (FcPatternGetString(pattern, FC_FILE, 0, &file) != FcResultMatch) return NULL;
    if (FcPatternGetInteger(pattern, FC_INDEX, 0, index) != FcResultMatch) *index = 0;
    return (const char *)file;
}
