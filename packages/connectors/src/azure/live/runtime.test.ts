import { expect, it } from 'vitest'
import { azureResourceSchema } from './resource.ts'
import { runtimeOf } from './runtime.ts'

it.each([
  ['Python|3.11', 'python3.11'],
  ['NODE|20-lts', 'nodejs20'],
  ['DOTNET|8.0', 'dotnet8'],
  ['DOTNET-ISOLATED|8.0', 'dotnet8'],
  ['DOTNETCORE|9.0', 'dotnet9'],
  ['DOTNETCORE|3.1', 'dotnetcore3.1'],
  ['JAVA|17', undefined],
  ['DOCKER|shop/web:1', undefined],
  ['', undefined],
])('names the runtime of %j %j', (linuxFxVersion, expected) => {
  const resource = azureResourceSchema.parse({
    id: 'a',
    name: 'a',
    type: 'sites',
    properties: { siteConfig: { linuxFxVersion } },
  })
  expect(runtimeOf(resource)).toBe(expected)
})
