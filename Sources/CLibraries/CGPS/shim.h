#pragma once
#include <gps.h>
#include <stdlib.h>

// struct gps_data_t has unions and macros that Swift does not import, and is far too large for a stack.

struct waymark_gps_report {
    int mode;
    double latitude, longitude, eph, epx, epy;
    long long seconds;
    long nanoseconds;
};

// Wraps gps_open and gps_stream. NULL when nobody answers.
static inline struct gps_data_t *waymark_gps_open(const char *host, const char *port) {
    struct gps_data_t *data = calloc(1, sizeof *data);
    if (data == NULL) return NULL;
    if (gps_open(host, port, data) != 0) {
        free(data);
        return NULL;
    }
    if (gps_stream(data, WATCH_ENABLE | WATCH_JSON, NULL) < 0) {
        gps_close(data);
        free(data);
        return NULL;
    }
    return data;
}

// Wraps gps_waiting and gps_read. 1: a report about position came; 0: something else, or nothing in time; -1: gpsd is gone.
static inline int waymark_gps_next(struct gps_data_t *data, int microseconds, struct waymark_gps_report *report) {
    if (!gps_waiting(data, microseconds)) return 0;
    data->set = 0;
    if (gps_read(data, NULL, 0) < 0) return -1;
    if ((data->set & MODE_SET) == 0) return 0;
    report->mode = data->fix.mode;
    report->latitude = data->fix.latitude;
    report->longitude = data->fix.longitude;
    report->eph = data->fix.eph;
    report->epx = data->fix.epx;
    report->epy = data->fix.epy;
    report->seconds = data->fix.time.tv_sec;
    report->nanoseconds = data->fix.time.tv_nsec;
    return 1;
}

// Wraps gps_close.
static inline void waymark_gps_close(struct gps_data_t *data) {
    gps_stream(data, WATCH_DISABLE, NULL);
    gps_close(data);
    free(data);
}
