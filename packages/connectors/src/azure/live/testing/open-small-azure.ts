/** For tests: a connection to the small Azure, and the units that it reads of it. */
import type { DiscoveredUnit, LiveCloud } from '@kept/domain/sync/port.ts'
import { depsOf, readAllItems } from '@kept/domain/sync/testing/small-cloud.ts'
import type { AzureAccess } from '../access.ts'
import { openAzureCloud } from '../cloud.ts'
import {
  answerAzure,
  clientId,
  clientSecret,
  createSmallAzure,
  type SmallAzure,
  subscriptionId,
  tenantId,
} from './small-azure.ts'

export const access: AzureAccess = {
  tenant_id: tenantId,
  client_id: clientId,
  client_secret: clientSecret,
  cloud: 'public',
  subscriptions: [],
}
export const nowMs = Date.parse('2026-11-22T10:20:00Z')

export function openSmallAzure(azure: Partial<SmallAzure> = {}, changes: Partial<AzureAccess> = {}): LiveCloud {
  return openAzureCloud({ ...access, ...changes }, depsOf(answerAzure(createSmallAzure(azure)), nowMs))
}

export function unitOf(dataset: DiscoveredUnit['dataset'], index = 1): DiscoveredUnit {
  return { accountId: subscriptionId(index), accountName: 'Shop', region: 'global', dataset }
}

export const readAll = (cloud: LiveCloud, dataset: DiscoveredUnit['dataset']) =>
  readAllItems(cloud, unitOf(dataset), nowMs)
