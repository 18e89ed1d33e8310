create table gen(y int, check ((gen).y > 0)); insert into gen values (-1);
