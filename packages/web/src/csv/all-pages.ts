interface Page<Row> {
  data: readonly Row[]
  meta: { total: number }
}

/** As many as the server gives at once. */
export const wholePage = 200

/** Every row of a list that comes in pages, asked one after the other with the list's own question. */
export async function allPages<Row>(ask: (page: number) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = await ask(page)
    rows.push(...data)
    // A list that shrinks meanwhile ends with an empty page.
    if (data.length === 0 || rows.length >= meta.total) return rows
  }
}
