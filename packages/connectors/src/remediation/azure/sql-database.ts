/** A database of Azure SQL with less compute of the same tier: Azure moves it while it is used. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget } from '@kept/domain/remediation.ts'
import { readOr } from '../read-or.ts'
import { type CloudRequest, defineRemedy, quoted, requestText, settingOf, waitUntil } from '../remedy.ts'
import { azureUrl, json } from './address.ts'

const version = '2021-11-01'

interface DatabaseAnswer {
  properties?: {
    currentServiceObjectiveName?: string
    requestedServiceObjectiveName?: string
    elasticPoolId?: string
    secondaryType?: string
  }
}

export const sqlDatabase = defineRemedy({
  kind: 'sql_database',
  provider: 'azure',
  steps: ['resize'],
  permissions: ['Microsoft.Sql/servers/databases/read', 'Microsoft.Sql/servers/databases/write'],
  async read(send, target, signal) {
    const database = await databaseOf(send, target, signal)
    // While Azure moves the database, the requested size is the one that will be.
    const { currentServiceObjectiveName = '', requestedServiceObjectiveName } = database
    return { size: requestedServiceObjectiveName ?? currentServiceObjectiveName }
  },
  stateAfter({ size: before }, order) {
    const [size, target] = [settingOf(order), order.target]
    const [tier, newTier] = [tierOf(String(before)), tierOf(size)]
    if (tier.includes('_S_'))
      throw new KeptError(
        'conflict',
        `${target.name} is serverless and bills what it uses, so a smaller size saves nothing.`,
      )
    if (tier !== newTier)
      throw new KeptError(
        'conflict',
        `${target.name} is ${before}. Kept changes the size of a database within its tier, and ${size} is of another one.`,
      )
    return { size }
  },
  requests: (target, from, to) => (from.size === to.size ? [] : [sizeRequest(target, String(to.size))]),
  async carryOut(carrier, target, from, to) {
    if (from.size === to.size) return
    await requestText(carrier.send, sizeRequest(target, String(to.size)))
    await waitUntil(carrier, { what: `The change of ${target.name}`, maxMinutes: 120 }, async () => {
      const { currentServiceObjectiveName } = await databaseOf(carrier.send, target)
      return currentServiceObjectiveName === to.size
    })
  },
  undoPrice: () =>
    'Azure closes all connections for some seconds each time, and rolls back what runs then. It bills an hour in which the size changes at the larger one.',
  describeState: ({ size }) => `${size}`,
  script({ target, setting = 'SIZE' }) {
    const update = (size: string) => `az sql db update --ids ${quoted(target.id)} --service-objective ${quoted(size)}`
    return {
      tool: 'az',
      run: [
        `az sql db show --ids ${quoted(target.id)} --query currentServiceObjectiveName --output tsv`,
        update(setting),
      ],
      undo: ['# With the size the first command showed.', update('PREVIOUS_SIZE')],
    }
  },
})

/** "GP_Gen5" of "GP_Gen5_4", "S" of "S3", "Basic". */
function tierOf(size: string): string {
  return size.replace(/_?\d+$/, '')
}

async function databaseOf(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) {
  const answer = await readOr<DatabaseAnswer>(send, azureUrl(target, '', version), signal)
  if (!answer) throw new KeptError('not_found', `The database ${target.name} no longer exists.`)
  const { properties = {} } = answer
  if (properties.elasticPoolId)
    throw new KeptError('conflict', `${target.name} shares an elastic pool. Change the size of the pool instead.`)
  if (properties.secondaryType)
    throw new KeptError('conflict', `${target.name} is a replica. Change its primary database first.`)
  return properties
}

function sizeRequest(target: RemediationTarget, size: string): PlannedRequest {
  return {
    method: 'PATCH',
    url: azureUrl(target, '', version),
    body: JSON.stringify({ sku: { name: size } }),
    headers: json,
  }
}
