import { cloudAccessSchemas } from '@kept/domain/cloud-access.ts'
import { cloudKinds } from '@kept/domain/connection-kind.ts'
import { describe, expect, it } from 'vitest'
import { accessInput } from './access-input.ts'
import { clouds } from './cloud-kinds.ts'

describe('accessInput', () => {
  it('leaves out what is empty, and splits lists', () => {
    expect(
      accessInput('gcp', { service_account_key: ' {} ', projects: 'shop-a, shop-b\nshop-c', quota_project: '' }),
    ).toEqual({
      service_account_key: '{}',
      projects: ['shop-a', 'shop-b', 'shop-c'],
    })
  })

  it.each(cloudKinds)('asks for fields that the API takes: %s', (kind) => {
    const values = Object.fromEntries(clouds[kind].fields.map(({ name }) => [name, 'x']))
    const { error } = cloudAccessSchemas[kind].safeParse(accessInput(kind, values))
    const unknown = error?.issues.filter(({ code }) => code === 'unrecognized_keys') ?? []
    expect(unknown).toEqual([])
  })
})
