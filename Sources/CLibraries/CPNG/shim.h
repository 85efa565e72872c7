#pragma once
#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// A grey picture and what is said about it. Rows lie `stride` bytes apart. Texts are UTF-8: keyword, NUL,
// value, NUL, one pair after the other.
typedef struct {
    uint32_t width;
    uint32_t height;
    int bit_depth;
    uint32_t pixels_per_metre;
    const uint8_t *rows;
    size_t stride;
    const char *texts;
    size_t text_count;
} waymark_png_picture;

// What was written; `bytes` is freed by the caller, also after a failure.
typedef struct {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
    char message[128];
} waymark_png_file;

// libpng reports errors through a callback that must not return.
static inline void waymark_png_failed(png_structp png, png_const_charp message) {
    waymark_png_file *file = (waymark_png_file *)png_get_error_ptr(png);
    strncpy(file->message, message, sizeof file->message - 1);
    png_longjmp(png, 1);
}

// A warning changes nothing in the file and has nobody to read it.
static inline void waymark_png_warned(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

// libpng hands over the file in pieces.
static inline void waymark_png_append(png_structp png, png_bytep bytes, size_t count) {
    waymark_png_file *file = (waymark_png_file *)png_get_io_ptr(png);
    if (file->capacity - file->count < count) {
        size_t capacity = file->capacity * 2 > file->count + count ? file->capacity * 2 : file->count + count;
        uint8_t *grown = (uint8_t *)realloc(file->bytes, capacity);
        if (!grown) png_error(png, "out of memory");
        file->bytes = grown;
        file->capacity = capacity;
    }
    memcpy(file->bytes + file->count, bytes, count);
    file->count += count;
}

// There is nothing to flush in memory, and NULL would mean fflush.
static inline void waymark_png_flush(png_structp png) { (void)png; }

// The whole write is one function because setjmp may not cross Swift frames. Returns 1 when the file is whole.
static inline int waymark_png_write(const waymark_png_picture *picture, waymark_png_file *file) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, file, waymark_png_failed, waymark_png_warned);
    if (!png) return 0;
    png_infop info = png_create_info_struct(png);
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return 0;
    }
    png_set_write_fn(png, file, waymark_png_append, waymark_png_flush);
    // Level 9 takes four times as long for a symbol and saves nothing.
    png_set_compression_level(png, 6);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_IHDR(png, info, picture->width, picture->height, picture->bit_depth, PNG_COLOR_TYPE_GRAY,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_pHYs(png, info, picture->pixels_per_metre, picture->pixels_per_metre, PNG_RESOLUTION_METER);
    const char *keyword = picture->texts;
    for (size_t index = 0; index < picture->text_count; index++) {
        const char *value = keyword + strlen(keyword) + 1;
        // tEXt is Latin-1; a value with other letters goes into iTXt, which is UTF-8.
        int ascii = 1;
        for (const char *c = value; *c; c++) ascii &= (unsigned char)*c < 128;
        png_text text;
        memset(&text, 0, sizeof text);
        text.compression = ascii ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
        text.key = (png_charp)keyword;
        text.text = (png_charp)value;
        png_set_text(png, info, &text, 1);
        keyword = value + strlen(value) + 1;
    }
    png_write_info(png, info);
    for (uint32_t row = 0; row < picture->height; row++)
        png_write_row(png, (png_const_bytep)(picture->rows + row * picture->stride));
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return 1;
}
