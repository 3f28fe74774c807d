/** The read policy, made from the permissions that the ports declare. */
import { permissionsByDataset } from './ports.ts'

interface PolicyStatement {
  Sid: string
  Effect: 'Allow'
  Action: string[]
  Resource: '*'
}

interface Policy {
  Version: '2012-10-17'
  Statement: PolicyStatement[]
}

/** One statement for each dataset; an action is allowed once. */
export function readPolicy(): Policy {
  const seen = new Set<string>()
  return {
    Version: '2012-10-17',
    Statement: permissionsByDataset.flatMap(({ dataset, permissions }) => {
      const actions = [...new Set(permissions.map(({ action }) => action))].filter(
        (action) => !seen.has(action) && seen.add(action),
      )
      return actions.length > 0 ? [statementFor(dataset, actions)] : []
    }),
  }
}

export function statementFor(dataset: string, actions: readonly string[]): PolicyStatement {
  const sid = `KeptRead${dataset.charAt(0).toUpperCase()}${dataset.slice(1)}`
  return { Sid: sid, Effect: 'Allow', Action: [...actions], Resource: '*' }
}
