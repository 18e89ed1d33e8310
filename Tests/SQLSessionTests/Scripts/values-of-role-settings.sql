create role y_g@ valid until 'nope';
create role y_a@; alter role y_a@ set work_mem='x';
comment on extension nope is 'x';
