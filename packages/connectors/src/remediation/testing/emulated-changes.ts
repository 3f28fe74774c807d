/** For tests: disks, addresses, sizes and databases of Azure and Google Cloud, as far as Kept changes them. */
import { randomUUID } from 'node:crypto'
import type { CloudsState, EmulatedApi, EmulatedRequest, EmulatedResponse } from './clouds-state.ts'

const ok = (body: object = {}): EmulatedResponse => ({ status: 200, body })
const notFound: EmulatedResponse = { status: 404, body: { error: { message: 'not found' } } }

export const changeApis: EmulatedApi[] = [tags, documents, sizedMachine, googleCompute, cloudSql]

/** The tags of a resource of Azure, which are changed one by one. */
function tags({ method, path, body }: EmulatedRequest, state: CloudsState): EmulatedResponse | undefined {
  const [, id = ''] = /^(.+)\/providers\/Microsoft\.Resources\/tags\/default$/.exec(path) ?? []
  if (id === '' || method !== 'PATCH') return
  const document = state.azure[id]
  if (!document) return notFound
  const { operation, properties } = JSON.parse(body)
  const others = Object.entries(document.tags ?? {}).filter(([key]) => !(key in properties.tags))
  document.tags = { ...Object.fromEntries(others), ...(operation === 'Merge' && properties.tags) }
  return ok()
}

/** Resources of Azure that are read, put and deleted as they are: disks, snapshots and addresses. */
function documents({ method, path, body }: EmulatedRequest, state: CloudsState): EmulatedResponse | undefined {
  if (!/\/providers\/Microsoft\.(Compute\/(disks|snapshots)|Network\/publicIPAddresses)\/[^/]+$/.test(path)) return
  if (method === 'PUT') {
    const put = JSON.parse(body)
    const source: string | undefined = put.properties.creationData?.sourceResourceId
    if (source !== undefined && !(source in state.azure)) return notFound
    const sourceUniqueId = source === undefined ? undefined : uniqueIdOf(state, source)
    if (sourceUniqueId !== undefined) Object.assign(put.properties.creationData, { sourceUniqueId })
    const created = path.includes('/disks/') ? { diskState: 'Unattached', diskSizeGB: 128 } : {}
    state.azure[path] = { ...put, properties: { provisioningState: 'Succeeded', ...created, ...put.properties } }
    return { status: 202, body: state.azure[path] ?? {} }
  }
  const document = state.azure[path]
  if (!document) return notFound
  if (method === 'DELETE' && state.slowDeletions && !path.includes('/snapshots/'))
    document.properties = { ...document.properties, provisioningState: 'Deleting' }
  else if (method === 'DELETE') delete state.azure[path]
  else giveIdentity(state, path)
  return ok(document)
}

/** As Azure gives each resource one: it differs for another one with the same name. */
function giveIdentity({ azure }: CloudsState, id: string): void {
  const document = azure[id]
  if (!document) return
  const name = id.includes('/publicIPAddresses/') ? 'resourceGuid' : 'uniqueId'
  document.properties = { [name]: randomUUID(), ...document.properties }
}

function uniqueIdOf(state: CloudsState, id: string): unknown {
  giveIdentity(state, id)
  return state.azure[id]?.properties?.uniqueId
}

const machine = '/subscriptions/s-1/resourceGroups/dev/providers/Microsoft.Compute/virtualMachines/sized'

function sizedMachine({ method, path, body }: EmulatedRequest, { sized }: CloudsState): EmulatedResponse | undefined {
  if (!path.startsWith(machine)) return
  if (path.endsWith('/deallocate')) sized.azureRunning = false
  if (path.endsWith('/start')) sized.azureRunning = true
  if (method === 'PATCH') {
    if (sized.azureRunning) return { status: 409, body: { error: { message: 'Deallocate it first' } } }
    sized.azure = JSON.parse(body).properties.hardwareProfile.vmSize
  }
  const code = `PowerState/${sized.azureRunning ? 'running' : 'deallocated'}`
  return ok({ properties: { hardwareProfile: { vmSize: sized.azure }, instanceView: { statuses: [{ code }] } } })
}

const zonePath = '/compute/v1/projects/p/zones/europe-west1-b'
const region = '/compute/v1/projects/p/regions/europe-west1'

function googleCompute(request: EmulatedRequest, state: CloudsState): EmulatedResponse | undefined {
  const { method, path, body } = request
  if (path.startsWith(`${zonePath}/instances/7001`)) {
    const { sized } = state
    if (path.endsWith('/stop')) sized.googleRunning = false
    if (path.endsWith('/start')) sized.googleRunning = true
    if (path.endsWith('/setMachineType')) {
      if (sized.googleRunning) return { status: 400, body: { error: { message: 'Stop it first' } } }
      sized.google = String(JSON.parse(body).machineType).split('/').at(-1) ?? ''
    }
    return ok({
      status: sized.googleRunning ? 'RUNNING' : 'TERMINATED',
      machineType: `${zonePath}/machineTypes/${sized.google}`,
    })
  }
  const snapshot = /\/global\/snapshots\/([\w-]+)$/.exec(path)?.[1]
  if (snapshot) {
    const exists = state.google.snapshots.includes(snapshot)
    if (method === 'DELETE') state.google.snapshots = state.google.snapshots.filter((name) => name !== snapshot)
    return exists ? ok({ status: 'READY', sourceDiskId: state.google.snapshotDisks[snapshot] }) : notFound
  }
  if (path.startsWith(`${zonePath}/disks`)) return collection(request, state, `${zonePath}/disks`, state.google.disks)
  if (path.startsWith(`${region}/addresses`))
    return collection(request, state, `${region}/addresses`, state.google.addresses)
}

/** Resources are found by their name or number, and new ones get another number. */
function collection(
  { method, path, query, body }: EmulatedRequest,
  { google, slowDeletions }: CloudsState,
  list: string,
  items: CloudsState['google']['disks'],
): EmulatedResponse | undefined {
  const [, name = '', verb] = path.slice(list.length).split('/')
  if (name === '' && method === 'POST') {
    const document = JSON.parse(body)
    const source =
      String(document.sourceSnapshot ?? '')
        .split('/')
        .at(-1) ?? ''
    if (source !== '' && !google.snapshots.includes(source)) return notFound
    items.push({ ...document, id: String(8000 + items.length), status: source === '' ? 'RESERVED' : 'READY' })
    return ok()
  }
  if (name === '') {
    const [, field = '', value = ''] = /^([\w.-]+)="?([^"]*)"?$/.exec(query.get('filter') ?? '') ?? []
    const label = field.replace(/^labels\./, '')
    return ok({
      items: items.filter((item) => (label === field ? item[field] : item.labels?.[label]) === value),
    })
  }
  const index = items.findIndex((item) => item.id === name || item.name === name)
  if (index < 0) return notFound
  if (verb === 'createSnapshot') {
    const snapshot = JSON.parse(body).name
    google.snapshots.push(snapshot)
    google.snapshotDisks[snapshot] = items[index]?.id ?? ''
  }
  if (verb === 'setLabels') Object.assign(items[index] ?? {}, { labels: JSON.parse(body).labels })
  // An address looks as before until it is gone.
  if (method === 'DELETE' && slowDeletions)
    Object.assign(items[index] ?? {}, { isDeleted: true, ...(list.endsWith('/disks') && { status: 'DELETING' }) })
  else if (method === 'DELETE') items.splice(index, 1)
  return ok(items[index] ?? {})
}

function cloudSql({ method, path, body }: EmulatedRequest, { sql }: CloudsState): EmulatedResponse | undefined {
  if (path !== '/v1/projects/p/instances/orders') return
  if (method === 'PATCH') Object.assign(sql, JSON.parse(body).settings)
  return ok({ state: 'RUNNABLE', settings: sql })
}
