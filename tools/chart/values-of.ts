/** Values for rendering: those of the chart with some of them replaced, checked by the chart's own schema. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'

export const chartFolder = fileURLToPath(new URL('../../deploy/helm/kept', import.meta.url))

type Values = { [name: string]: Values | unknown }

const schema: object = JSON.parse(readFileSync(`${chartFolder}/values.schema.json`, 'utf8'))
const isValid = new Ajv2020({ allErrors: true }).compile(schema)

/** What a template sees; throws with the paths that the schema refuses. */
export function contextOf(changes: Values = {}): object {
  const values = merge(parse(readFileSync(`${chartFolder}/values.yaml`, 'utf8')), changes)
  if (!isValid(values))
    throw new Error((isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join('\n'))
  const { name, version, appVersion } = parse(readFileSync(`${chartFolder}/Chart.yaml`, 'utf8'))
  return {
    Values: values,
    Chart: { Name: name, Version: version, AppVersion: appVersion },
    Release: { Name: 'kept', Namespace: 'finops', Service: 'Helm' },
  }
}

function merge(base: Values, changes: Values): Values {
  const merged = { ...base }
  for (const [name, value] of Object.entries(changes)) {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
    merged[name] = isMap ? merge((base[name] ?? {}) as Values, value as Values) : value
  }
  return merged
}
