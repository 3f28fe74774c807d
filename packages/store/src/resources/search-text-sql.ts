/** Name and text of a row of `resource_search_text`, from a row of `resource`. */
export const resourceSearchTextSql = `left(lower(name), 200), lower(concat_ws(E'\\n', resource_id, name, type,
  (SELECT string_agg(key || ': ' || value, E'\\n' ORDER BY key) FROM jsonb_each_text(tags))))`
