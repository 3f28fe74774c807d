/** Reads from the source text of one file what it adds to its feature. */

interface Source {
  path: string
  text: string
}

/** Routes outside the contract's handlers, in the writing of the contract. */
export function listRawRoutes({ path, text }: Source): string[] {
  if (!path.startsWith('packages/server/')) return []
  const registered = text.matchAll(/\b\w+\.(get|post|put|patch|delete)(?:<[^(]*>)?\(\s*['`](\/[^'`\s]+)['`]/g)
  const forms = text.matchAll(/\bonForm\(\w+, '(\/[^']+)'/g)
  return [
    ...[...registered].map(([, method = '', route = '']) => `${method.toUpperCase()} ${inBraces(route)}`),
    ...[...forms].map(([, route = '']) => `POST ${route}`),
  ]
}

function inBraces(route: string): string {
  return route.replaceAll(/:(\w+)/g, '{$1}').replaceAll(/\$\{(\w+)\}/g, '{$1}')
}

/** Each job with its cron expression, if it has one. */
export function listJobs({ text }: Source): string[] {
  const definitions = text.matchAll(/defineJob(?:<[^(]*>)?\(\{\s*name: '([^']+)'([\s\S]*?)\brun\b/g)
  return [...definitions].map(([, name = '', rest = '']) => {
    const cron = /cron: '([^']+)'/.exec(rest)?.[1]
    return cron ? `${name} (${cron})` : name
  })
}

/** Tables that the first release creates. */
export function listTables({ path, text }: Source): string[] {
  if (!path.includes('/baseline/')) return []
  const warehouse = path.includes('/warehouse/') ? 'warehouse ' : ''
  return [...text.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)].map(([, name = '']) => `${warehouse}${name}`)
}

/** Actors of the audit trail have a kind as well. */
const actorKinds: ReadonlySet<string> = new Set(['system', 'operator', 'person', 'api_key'])

/** Kinds of notifications and live events, and actions of the audit trail. */
export function listEvents({ path, text }: Source): string[] {
  if (!/^packages\/(server|store)\//.test(path)) return []
  const notifiesScreens = /\bpublish\(|\baddNotification\(|NewNotification\b/.test(text)
  const kinds = notifiesScreens ? [...text.matchAll(/\bkind: '([a-z]+_?[a-z_]*)'/g)] : []
  const actions = /\brecordAudit\(|\bnoteAudit\(|auditContext|\bnote\(/.test(text)
    ? [...text.matchAll(/\baction: '([a-z_]+\.[a-z_]+)'/g)]
    : []
  return [...kinds, ...actions].map(([, name = '']) => name).filter((name) => !actorKinds.has(name))
}

export function listScreen({ path, text }: Source): string[] {
  if (!/^packages\/web\/.*\/screen\.ts$/.test(path)) return []
  return [...text.matchAll(/\bpath: '([^']+)'/g)].map(([, route = '']) => route)
}
