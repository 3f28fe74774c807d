/** The runtime of an app, in the names that checks of versions read: "Python|3.11" is "python3.11". */
import * as z from 'zod'
import { type AzureResource, readProperties } from './resource.ts'

const properties = z.object({
  properties: z.array(z.object({ name: z.string(), value: z.string().nullish() })).nullish(),
})

/** By the name that Azure gives a stack. Others end on days of their own, which no list here holds. */
const names: Readonly<Record<string, string>> = {
  ...{ python: 'python', node: 'nodejs' },
  ...{ dotnet: 'dotnet', dotnetcore: 'dotnet', 'dotnet-isolated': 'dotnet' },
}

/** "PYTHON|3.11", "Node|18"; undefined for a container, and where Azure does not say it. */
export function runtimeOf(resource: AzureResource): string | undefined {
  const { siteConfig, siteProperties } = readProperties(resource, {
    siteConfig: z.object({ linuxFxVersion: z.string().nullish() }),
    siteProperties: properties,
  })
  const listed = siteProperties?.properties?.find(({ name }) => /^linuxFxVersion$/i.test(name))?.value
  const [stack = '', version = ''] = (siteConfig?.linuxFxVersion || listed || '').split('|')
  const name = names[stack.toLowerCase()]
  const major = /^\d+/.exec(version)?.[0]
  if (name === undefined || major === undefined) return undefined
  if (name === 'python') return `${name}${version}`
  // Node and .NET are named by their major version; before 5, it was .NET Core.
  return name === 'dotnet' && Number(major) < 5 ? `dotnetcore${version}` : `${name}${major}`
}
