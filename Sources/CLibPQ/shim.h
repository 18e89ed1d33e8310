#ifndef ROWKEEP_CLIBPQ_SHIM_H
#define ROWKEEP_CLIBPQ_SHIM_H

#include <libpq-fe.h>

// Character macros, as constants that Swift can see.
static const int rk_diag_sqlstate = PG_DIAG_SQLSTATE;
static const int rk_diag_severity = PG_DIAG_SEVERITY_NONLOCALIZED;
static const int rk_diag_message = PG_DIAG_MESSAGE_PRIMARY;
static const int rk_diag_detail = PG_DIAG_MESSAGE_DETAIL;
static const int rk_diag_hint = PG_DIAG_MESSAGE_HINT;
static const int rk_diag_context = PG_DIAG_CONTEXT;

// libpq prints notices to standard error unless it is told otherwise.
static inline void rk_ignore_notice(void *arg, const char *message) {
  (void)arg;
  (void)message;
}

static inline void rk_ignore_notices(PGconn *connection) {
  PQsetNoticeProcessor(connection, rk_ignore_notice, 0);
}

#endif
