#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import.
static inline int waymark_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

// Swift cannot call functions that take any number of arguments.
static inline int waymark_sqlite3_keep_log(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

static inline int waymark_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    // A pointer to nothing would be NULL.
    return length == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                       : sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

// SQLite counts how much memory it has, under a lock, and nothing here asks for it. Before its first use; refused, which
// does no harm, where another library of the process has used it before.
static inline int waymark_sqlite3_count_no_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
