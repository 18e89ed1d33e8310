#ifndef ROWKEEP_CPGQUERY_SHIM_H
#define ROWKEEP_CPGQUERY_SHIM_H

#include <pg_query.h>
#include <pg_query/pg_query.pb-c.h>
#include <stdlib.h>

// Memory that is freed as a whole. A tree has a piece for each node and text, and freeing them one
// by one takes as long as making them.
typedef struct rk_block {
  struct rk_block *next;
} rk_block;

typedef struct {
  rk_block *blocks;
  char *free;
  size_t left;
} rk_arena;

static inline void *rk_arena_alloc(void *data, size_t size) {
  rk_arena *arena = (rk_arena *)data;
  size = (size + 15) & ~(size_t)15;
  if (size > arena->left) {
    size_t room = size > 16000 ? size : 16000;
    rk_block *block = (rk_block *)malloc(room + 16);
    if (!block) return 0;
    block->next = arena->blocks;
    arena->blocks = block;
    arena->free = (char *)block + 16;
    arena->left = room;
  }
  void *result = arena->free;
  arena->free += size;
  arena->left -= size;
  return result;
}

static inline void rk_arena_free_one(void *data, void *pointer) {
  (void)data;
  (void)pointer;
}

static inline void rk_free(rk_arena *arena) {
  rk_block *block = arena->blocks;
  while (block) {
    rk_block *next = block->next;
    free(block);
    block = next;
  }
  free(arena);
}

// The tree of one parse result, in memory of its own that `rk_free` frees; null if memory is short.
static inline PgQuery__ParseResult *rk_unpack(PgQueryProtobuf tree, rk_arena **made) {
  rk_arena *arena = (rk_arena *)calloc(1, sizeof(rk_arena));
  if (!arena) return 0;
  ProtobufCAllocator allocator = {rk_arena_alloc, rk_arena_free_one, arena};
  PgQuery__ParseResult *result =
      pg_query__parse_result__unpack(&allocator, tree.len, (const uint8_t *)tree.data);
  if (!result) {
    rk_free(arena);
    return 0;
  }
  *made = arena;
  return result;
}

// The tokens of one scan, or null if memory is short.
static inline PgQuery__ScanResult *rk_unpack_scan(PgQueryProtobuf tokens) {
  return pg_query__scan_result__unpack(0, tokens.len, (const uint8_t *)tokens.data);
}

static inline void rk_free_scan(PgQuery__ScanResult *result) {
  pg_query__scan_result__free_unpacked(result, 0);
}

// The SQL text of one statement node, to be freed with `free`; null if it has none.
static inline char *rk_deparse(PgQuery__Node *statement) {
  PgQuery__RawStmt raw = PG_QUERY__RAW_STMT__INIT;
  raw.stmt = statement;
  PgQuery__RawStmt *list[1] = {&raw};
  PgQuery__ParseResult tree = PG_QUERY__PARSE_RESULT__INIT;
  tree.version = PG_VERSION_NUM;
  tree.n_stmts = 1;
  tree.stmts = list;
  PgQueryProtobuf packed;
  packed.len = pg_query__parse_result__get_packed_size(&tree);
  packed.data = malloc(packed.len ? packed.len : 1);
  if (!packed.data) return 0;
  pg_query__parse_result__pack(&tree, (uint8_t *)packed.data);
  PgQueryDeparseResult result = pg_query_deparse_protobuf(packed);
  free(packed.data);
  char *text = 0;
  if (!result.error && result.query) {
    text = result.query;
    result.query = 0;
  }
  pg_query_free_deparse_result(result);
  return text;
}

// The SQL text of `SELECT expression`, to be freed with `free`; null if it has none.
static inline char *rk_deparse_expression(PgQuery__Node *expression) {
  PgQuery__ResTarget target = PG_QUERY__RES_TARGET__INIT;
  target.val = expression;
  PgQuery__Node target_node = PG_QUERY__NODE__INIT;
  target_node.node_case = PG_QUERY__NODE__NODE_RES_TARGET;
  target_node.res_target = &target;
  PgQuery__Node *targets[1] = {&target_node};
  PgQuery__SelectStmt select = PG_QUERY__SELECT_STMT__INIT;
  select.n_target_list = 1;
  select.target_list = targets;
  select.limit_option = PG_QUERY__LIMIT_OPTION__LIMIT_OPTION_DEFAULT;
  select.op = PG_QUERY__SET_OPERATION__SETOP_NONE;
  PgQuery__Node node = PG_QUERY__NODE__INIT;
  node.node_case = PG_QUERY__NODE__NODE_SELECT_STMT;
  node.select_stmt = &select;
  return rk_deparse(&node);
}

#endif
