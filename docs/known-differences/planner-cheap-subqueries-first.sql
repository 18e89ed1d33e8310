create table t(id int, own text); insert into t values(1,'al');
create function ex(text) returns bool language plpgsql stable as $$ begin raise exception 'ex %',$1; end $$; create function ch(text) returns bool language plpgsql stable cost 1 as $$ begin raise exception 'ch %',$1; end $$;
select id from t where (select ch(own)) and ex(own);
select id from t where ex(own) and (select ch(own));
