set datestyle = 'DMY'; create table dd(d date default '01/02/2024', check (d > '05/01/2024')); create view dv as select date '03/04/2024' d; create policy p on dd using (d > '05/01/2024');
set datestyle='MDY'; insert into dd default values returning d; select * from dv;
set search_path = ''; create function public.pf() returns int language plpgsql as $$ begin return 1/0; end $$; select public.pf(); create function public.sf() returns int language sql volatile as $$ select 1/0 $$; select public.sf();
