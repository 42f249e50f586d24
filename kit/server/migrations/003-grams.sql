-- The same grams in time that grows with the length of the text: substr counts from the start for every character.
create or replace function "gramsOf"(variadic words text[]) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct gram), '{}')
  from unnest(words) as raw,
    lateral (
      select one, lead(one) over (order by place) as next
      from unnest(string_to_array(lower(coalesce(raw, '')), null)) with ordinality as letter (one, place)
    ) as pair,
    lateral (values (one), (one || next)) as grams (gram)
  where gram !~ '\s'
$$;
