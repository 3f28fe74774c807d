/** For tests: the resources in recorded answers of Azure, without the parts inside of them. */
type Fields = Record<string, unknown>

/** The resources of lists, single answers and Resource Graph tables. */
export function resourcesIn(recording: { response?: { body?: Fields } }[] | { interactions?: unknown }): Fields[] {
  const interactions = (Array.isArray(recording) ? recording : (recording.interactions ?? [])) as {
    response?: { body?: Fields }
  }[]
  return interactions.flatMap(({ response }) => {
    const body = response?.body
    if (typeof body !== 'object' || body === null) return []
    const { data, value } = body as { data?: { columns?: { name: string }[]; rows?: unknown[][] }; value?: Fields[] }
    if (data?.columns && data.rows) {
      const names = data.columns.map(({ name }) => name)
      return data.rows.map((row) => Object.fromEntries(row.map((cell, index) => [names[index] ?? '', cell])))
    }
    const resources = Array.isArray(value) ? value : [body]
    return resources.filter(({ id, type, name }) => [id, type, name].every((text) => typeof text === 'string'))
  })
}
