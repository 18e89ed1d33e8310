CREATE TABLE public.members ();
CREATE POLICY "Zed policy1" ON members FOR INSERT;
ALTER POLICY "Zed policy1" ON members USING ((owner (ARRAY [ '{alice}'::text [ ] ])));
