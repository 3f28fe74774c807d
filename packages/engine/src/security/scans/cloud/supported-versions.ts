/**
 * Until when versions get security updates: the days that their makers publish. Kubernetes: standard support of
 * Amazon EKS. Runtimes: deprecation in AWS Lambda. What is not listed here is unknown, never supported.
 */
const kubernetesUntil: Readonly<Record<string, string>> = {
  '1.28': '2024-11-26',
  '1.29': '2025-03-23',
  '1.30': '2025-07-23',
  '1.31': '2025-11-26',
  '1.32': '2026-03-23',
  '1.33': '2026-07-29',
  '1.34': '2026-12-02',
  '1.35': '2027-03-27',
}
const oldestListed = 28

const runtimeUntil: readonly [RegExp, string][] = [
  [/^nodejs(?:4|6|8|10|12|14)(?:\.|$)/, '2023-12-04'],
  [/^nodejs16/, '2024-06-12'],
  [/^nodejs18/, '2025-09-01'],
  [/^nodejs20/, '2026-04-30'],
  [/^nodejs22/, '2027-04-30'],
  [/^nodejs24/, '2028-04-30'],
  [/^python(?:2\.7|3\.6|3\.7)$/, '2023-12-04'],
  [/^python3\.8$/, '2024-10-14'],
  [/^python3\.9$/, '2025-12-15'],
  [/^python3\.10$/, '2026-10-31'],
  [/^python3\.11$/, '2027-06-30'],
  [/^python3\.12$/, '2028-10-31'],
  [/^python3\.13$/, '2029-06-30'],
  [/^python3\.14$/, '2029-06-30'],
  [/^java8$|^go1\.x$|^provided$/, '2024-01-08'],
  [/^java2[15]$/, '2029-06-30'],
  [/^dotnetcore|^dotnet[56]$/, '2024-12-20'],
  [/^dotnet[89]$/, '2026-11-10'],
  [/^dotnet10$/, '2028-11-14'],
  [/^ruby2/, '2023-12-07'],
  [/^ruby3\.2$/, '2026-03-31'],
  [/^ruby3\.3$/, '2027-03-31'],
  [/^ruby3\.4$/, '2028-03-31'],
]

/** Undefined: the version is unknown, or newer than this list. */
export function isSupportedKubernetes(version: string, today: string): boolean | undefined {
  const [major, minor] = /^v?(\d+)\.(\d+)/.exec(version)?.slice(1) ?? []
  if (major === undefined || minor === undefined) return undefined
  if (major === '1' && Number(minor) < oldestListed) return false
  const until = kubernetesUntil[`${major}.${minor}`]
  return until === undefined ? undefined : today <= until
}

/** Undefined: a container, or a runtime that is not in this list. */
export function isSupportedRuntime(runtime: string, today: string): boolean | undefined {
  const until = runtimeUntil.find(([pattern]) => pattern.test(runtime.toLowerCase()))?.[1]
  return until === undefined ? undefined : today <= until
}
