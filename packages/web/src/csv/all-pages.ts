interface Page<Row> {
  data: readonly Row[]
  meta: { total: number }
}

/** The largest page the server returns. */
export const maxPageSize = 200

/** Loads every page of a paged list, one after the other. */
export async function allPages<Row>(fetchPage: (page: number) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = await fetchPage(page)
    rows.push(...data)
    // If the list shrinks while loading, the last page is empty.
    if (data.length === 0 || rows.length >= meta.total) return rows
  }
}
