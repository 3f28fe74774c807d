/**
 * Known vulnerabilities of the locked versions: asked of the package registry, or of osv.dev when that does not answer.
 * Exit code 1 when there is one, 3 when neither could be asked: then nothing is known, and that is said.
 */
import { readFileSync } from 'node:fs'

interface Advisory {
  name: string
  severity: string
  title: string
  url: string
}

interface Lockfile {
  packages: Record<string, { version?: string; link?: boolean; name?: string }>
}

/** Name to versions, as they are installed; the workspaces' own packages are left out. */
export function lockedVersions({ packages }: Lockfile): Map<string, string[]> {
  const versionsByName = new Map<string, string[]>()
  for (const [path, { version, link, name }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || link || !version) continue
    const packageName = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    versionsByName.set(packageName, [...new Set([...(versionsByName.get(packageName) ?? []), version])])
  }
  return versionsByName
}

/** Null: it could not be asked. */
async function askRegistry(registry: string, locked: Map<string, string[]>): Promise<Advisory[] | null> {
  const url = `${registry.replace(/\/+$/, '')}/-/npm/v1/security/advisories/bulk`
  const answer = await post(url, Object.fromEntries(locked))
  if (typeof answer !== 'object' || answer === null) return null
  return Object.entries(answer as Record<string, Omit<Advisory, 'name'>[]>).flatMap(([name, advisories]) =>
    advisories.map(({ severity, title, url }) => ({ name, severity, title, url })),
  )
}

async function askOsv(osv: string, locked: Map<string, string[]>): Promise<Advisory[] | null> {
  const lockedPackages = [...locked].flatMap(([name, versions]) => versions.map((version) => ({ name, version })))
  const queries = lockedPackages.map(({ name, version }) => ({ package: { name, ecosystem: 'npm' }, version }))
  const answer = (await post(`${osv}/v1/querybatch`, { queries })) as {
    results?: { vulns?: { id: string }[] }[]
  } | null
  if (!Array.isArray(answer?.results) || answer.results.length !== lockedPackages.length) return null
  return answer.results.flatMap(({ vulns = [] }, index) =>
    vulns.map(({ id }) => ({
      name: `${lockedPackages[index]?.name}@${lockedPackages[index]?.version}`,
      severity: 'unknown',
      title: id,
      url: `https://osv.dev/vulnerability/${id}`,
    })),
  )
}

async function post(url: string, body: object): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
    return response.ok ? await response.json() : null
  } catch {
    return null
  }
}

/** What is printed, and the exit code. */
export async function reportAdvisories(
  locked: Map<string, string[]>,
  sources: { registry: string; osv: string },
): Promise<{ text: string; exitCode: 0 | 1 | 3 }> {
  const advisories = (await askRegistry(sources.registry, locked)) ?? (await askOsv(sources.osv, locked))
  if (advisories === null) {
    return {
      text: `Neither ${sources.registry} nor ${sources.osv} answered: whether the ${locked.size} locked libraries have known vulnerabilities is not known.`,
      exitCode: 3,
    }
  }
  if (advisories.length === 0)
    return { text: `None of the ${locked.size} locked libraries has a known vulnerability.`, exitCode: 0 }
  const lines = advisories.map(({ name, severity, title, url }) => `${severity}  ${name}  ${title}  ${url}`)
  return { text: [`${advisories.length} known vulnerabilities:`, ...lines].join('\n'), exitCode: 1 }
}

if (import.meta.main) {
  const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile
  const { text, exitCode } = await reportAdvisories(lockedVersions(lockfile), {
    registry: process.env.npm_config_registry ?? 'https://registry.npmjs.org',
    osv: 'https://api.osv.dev',
  })
  console.log(text)
  process.exitCode = exitCode
}
