/** Whether a resource is production, by its tags or by the names around it. */

import type { Evidence } from '@kept/domain/recommendation.ts'

interface Environment {
  /** The word as it stands in the bill: "Dev", "staging". */
  label: string
  production: boolean
  /** Where the word was found. */
  from: 'tag' | 'name'
}

const environmentKey = /(?:^|[^a-z])(?:env|environment|stage|tier|lifecycle)$/
const nonProduction =
  /^(?:dev|devel|development|test|testing|tst|qa|uat|staging|stage|stg|sandbox|sbx|non-?prod(?:uction)?|preview|demo|integration|lab|poc|training|playground)(?:[-_ .\d].*)?$/
const production = /^(?:prod|production|prd|live)(?:[-_ .\d].*)?$/
const nonProductionName =
  /(?:^|[^a-z])(?:dev|development|test|testing|qa|uat|staging|sandbox|nonprod|playground)(?:[^a-z]|$)/

/** Tags decide; only without an environment tag do the names of the resource and its account. Undefined: unknown. */
export function environmentOf(tags: Record<string, string>, names: string[]): Environment | undefined {
  for (const [key, value] of Object.entries(tags)) {
    if (!environmentKey.test(key.trim().toLowerCase())) continue
    const label = value.trim()
    if (nonProduction.test(label.toLowerCase())) return { label, production: false, from: 'tag' }
    if (production.test(label.toLowerCase())) return { label, production: true, from: 'tag' }
  }
  for (const name of names) {
    const label = nonProductionName.exec(name.toLowerCase())?.[0]
    if (label) return { label: label.replaceAll(/[^a-z]/g, ''), production: false, from: 'name' }
  }
  return undefined
}

/** A tag states it; a name is a hint. */
export function environmentEvidence({ from, label }: Pick<Environment, 'from' | 'label'>): Evidence {
  return { label: from === 'tag' ? 'Environment tag' : 'Environment, from its name', value: label }
}
