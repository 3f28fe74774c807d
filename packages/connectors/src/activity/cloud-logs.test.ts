import { describe, expect, it } from 'vitest'
import { defaultContext } from './activity-source.ts'
import { azureActivityLog } from './azure-activity-log.ts'
import { googleAuditLog } from './google-audit-log.ts'

const azureEvent = (change: object = {}) => ({
  eventDataId: 'e-1',
  operationName: { value: 'Microsoft.Compute/virtualMachines/deallocate/action' },
  status: { value: 'Succeeded' },
  caller: 'ana@example.com',
  resourceId: '/subscriptions/1/resourceGroups/dev/providers/Microsoft.Compute/virtualMachines/dev-1',
  subscriptionId: '1',
  eventTimestamp: '2026-11-20T18:00:00.123Z',
  ...change,
})

describe('azureActivityLog', () => {
  it('reads who stopped a machine', () => {
    expect(azureActivityLog.recognizes(azureEvent())).toBe(true)
    expect(azureActivityLog.read(azureEvent(), defaultContext)).toMatchObject({
      events: [{ event_id: 'azure:e-1', user_id: 'ana@example.com', activity_type: 'environment_stopped' }],
    })
  })

  it('takes an application for a program, and ignores what has only begun', () => {
    expect(
      azureActivityLog.read(azureEvent({ caller: '11111111-2222-3333-4444-555555555555' }), defaultContext),
    ).toMatchObject({ events: [{ user_id: null }] })
    expect(azureActivityLog.read(azureEvent({ status: { value: 'Started' } }), defaultContext)).toEqual({
      ignored: 'an operation that has not succeeded',
    })
  })
})

const googleEntry = (payload: object = {}, change: object = {}) => ({
  insertId: 'i-1',
  timestamp: '2026-11-20T18:00:00Z',
  resource: { type: 'gce_instance', labels: { instance_id: '77', project_id: 'shop' } },
  protoPayload: {
    methodName: 'v1.compute.instances.stop',
    resourceName: 'projects/shop/zones/europe-west1-b/instances/dev',
    authenticationInfo: { principalEmail: 'ana@example.com' },
    ...payload,
  },
  ...change,
})

describe('googleAuditLog', () => {
  it('names the machine as bills name it', () => {
    expect(googleAuditLog.recognizes(googleEntry())).toBe(true)
    expect(googleAuditLog.read(googleEntry(), defaultContext)).toMatchObject({
      events: [
        {
          environment_id: '//compute.googleapis.com/projects/shop/zones/europe-west1-b/instances/77',
          activity_type: 'environment_stopped',
          user_id: 'ana@example.com',
        },
      ],
    })
  })

  it('takes a service account for a program, and ignores failures and first entries of long operations', () => {
    const program = { authenticationInfo: { principalEmail: 'robot@shop.iam.gserviceaccount.com' } }
    expect(googleAuditLog.read(googleEntry(program), defaultContext)).toMatchObject({ events: [{ user_id: null }] })
    expect(googleAuditLog.read(googleEntry({ status: { code: 7 } }), defaultContext)).toEqual({
      ignored: 'a call that failed',
    })
    expect(googleAuditLog.read(googleEntry({}, { operation: { first: true } }), defaultContext)).toEqual({
      ignored: 'an operation that has not ended',
    })
  })
})
