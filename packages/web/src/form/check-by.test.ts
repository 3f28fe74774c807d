import { newRuleInput } from '@kept/contract/inputs/alerts.ts'
import { describe, expect, it, vi } from 'vitest'
import { checkBy } from './check-by.ts'

const schema = async () => newRuleInput

function checkRule(values: { name: string; owners: string }) {
  return checkBy({
    fields: ['name', 'owners'],
    schema,
    input: ({ name, owners }) => ({ name, kinds: ['loop'], owners: owners.split(', ').filter(Boolean) }),
    missing: { name: 'Enter a name.' },
    invalid: { owners: 'Enter email addresses.' },
    rules: ({ name }) => (name === 'taken' ? { name: 'A rule with this name already exists.' } : {}),
  }).check(values)
}

describe('checkBy', () => {
  it('accepts what the schema accepts', async () => {
    expect(await checkRule({ name: 'Loops', owners: 'ada@example.com' })).toEqual({})
  })

  it('has one sentence for a field that is empty and one for a field that is refused', async () => {
    expect(await checkRule({ name: ' ', owners: 'ada@example.com, ada' })).toEqual({
      name: 'Enter a name.',
      owners: 'Enter email addresses.',
    })
  })

  it('uses the text of the schema where the form has no sentence for the refusal', async () => {
    expect(await checkRule({ name: 'x'.repeat(121), owners: '' })).toEqual({
      name: 'Must have at most 120 characters.',
    })
  })

  it('applies the rules of the form, which come before the schema', async () => {
    expect(await checkRule({ name: 'taken', owners: '' })).toEqual({ name: 'A rule with this name already exists.' })
  })

  it('finds the field of a path that has another name', async () => {
    const rules = checkBy({
      fields: ['title'],
      schema,
      input: ({ title }) => ({ name: title }),
      names: { name: 'title' },
    })
    expect(await rules.check({ title: '' })).toEqual({ title: 'Must not be empty.' })
  })

  it('leaves the decision to the server when the schema cannot be fetched', async () => {
    const rules = checkBy({
      fields: ['name'],
      schema: () => Promise.reject(new Error('offline')),
      input: (values) => values,
    })
    expect(await rules.check({ name: '' })).toEqual({})
  })

  it('ignores what no field of the form decides', async () => {
    const rules = checkBy({ fields: ['name'], schema, input: ({ name }) => ({ name }) })
    expect(await rules.check({ name: 'Loops' })).toEqual({})
  })

  it('fetches the schema before the form is sent', () => {
    const fetchSchema = vi.fn(schema)
    checkBy({ fields: ['name'], schema: fetchSchema, input: (values) => values }).prepare()
    expect(fetchSchema).toHaveBeenCalledOnce()
  })
})
