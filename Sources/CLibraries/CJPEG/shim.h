#pragma once
// jpeglib.h uses FILE and size_t without including what declares them.
#include <stddef.h>
#include <stdio.h>
#include <jpeglib.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// What a file turned out to be, or why it could not be read.
typedef struct {
    uint32_t width;
    uint32_t height;
    char message[JMSG_LENGTH_MAX];
} waymark_jpeg_facts;

typedef struct {
    struct jpeg_error_mgr base;
    jmp_buf exit;
    waymark_jpeg_facts *facts;
} waymark_jpeg_errors;

// libjpeg reports errors through a callback that must not return.
static inline void waymark_jpeg_failed(j_common_ptr info) {
    waymark_jpeg_errors *errors = (waymark_jpeg_errors *)info->err;
    info->err->format_message(info, errors->facts->message);
    longjmp(errors->exit, 1);
}

// A warning means damaged or missing data: such a picture is not whole. Traces have a level of 0 and more.
static inline void waymark_jpeg_warned(j_common_ptr info, int level) {
    if (level < 0) waymark_jpeg_failed(info);
}

// The whole reading is one function because setjmp may not cross Swift frames. Returns 1 when the file is whole.
static inline int waymark_jpeg_read(const uint8_t *bytes, size_t count, uint32_t largest, waymark_jpeg_facts *facts) {
    struct jpeg_decompress_struct info;
    waymark_jpeg_errors errors;
    // Not optimised away across longjmp.
    JSAMPLE *volatile row = NULL;
    info.err = jpeg_std_error(&errors.base);
    errors.base.error_exit = waymark_jpeg_failed;
    errors.base.emit_message = waymark_jpeg_warned;
    errors.facts = facts;
    if (setjmp(errors.exit)) {
        jpeg_destroy_decompress(&info);
        free(row);
        return 0;
    }
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info, bytes, count);
    jpeg_read_header(&info, TRUE);
    facts->width = info.image_width;
    facts->height = info.image_height;
    if (info.image_width > largest || info.image_height > largest) {
        snprintf(facts->message, sizeof facts->message, "it has %u x %u pixels", info.image_width, info.image_height);
        jpeg_destroy_decompress(&info);
        return 0;
    }
    jpeg_start_decompress(&info);
    row = (JSAMPLE *)malloc((size_t)info.output_width * (size_t)info.output_components);
    if (!row) {
        snprintf(facts->message, sizeof facts->message, "out of memory");
        jpeg_destroy_decompress(&info);
        return 0;
    }
    while (info.output_scanline < info.output_height) {
        JSAMPROW rows[1] = {row};
        jpeg_read_scanlines(&info, rows, 1);
    }
    jpeg_finish_decompress(&info);
    jpeg_destroy_decompress(&info);
    free(row);
    return 1;
}
