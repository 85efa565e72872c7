#pragma once
#include <microhttpd.h>
#include <stdint.h>

/// MHD_start_daemon is variadic. The handler gets `context`, as do the other two functions.
/// With a certificate and its key (PEM, both or none) connections are encrypted.
static inline struct MHD_Daemon *waymark_start_daemon(
    int listening_socket, void *context, MHD_AccessHandlerCallback handler,
    void *(*target)(void *, const char *, struct MHD_Connection *), MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connection,
    unsigned int connections, unsigned int idle_seconds, size_t memory_per_connection,
    const char *certificate, const char *key) {
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, 0}};
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
        {MHD_OPTION_END, 0, 0},
    };
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | (certificate ? MHD_USE_TLS : 0), 0, 0, 0,
        handler, context,
        MHD_OPTION_ARRAY, certificate ? tls : none,
        MHD_OPTION_LISTEN_SOCKET, listening_socket,
        MHD_OPTION_URI_LOG_CALLBACK, target, context,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_NOTIFY_CONNECTION, connection, context,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory_per_connection,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_END);
}

/// MHD_get_connection_info is variadic. -1 when the connection has no socket.
static inline int waymark_connection_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/// Macros with a cast, which Swift cannot read: MHD_CONTENT_READER_END_OF_STREAM and _END_WITH_ERROR.
static const ssize_t waymark_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t waymark_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;
