/** Name and words of a row of `resource` as the search keeps them; the migration that began with them says the same. */
export const resourceWordsSql = `left(lower(name), 200), lower(concat_ws(E'\\n', resource_id, name, type,
  (SELECT string_agg(key || ': ' || value, E'\\n' ORDER BY key) FROM jsonb_each_text(tags))))`
