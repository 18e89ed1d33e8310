\set a 7
select :a + 1, :'a';
select 1 as x, 'y' as y \gset p_
select :p_x, :'p_y';
\if :{?a}
select 'yes';
\else
select no;
\endif
\if false
select wrong;
\elif true
select 2;
\endif
select 3 \g
select 'select 4' \gexec
select 1/0;
select :'SQLSTATE', :'LAST_ERROR_MESSAGE';
