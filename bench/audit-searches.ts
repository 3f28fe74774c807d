/** What people ask a large audit log: every filter, alone and with others, texts that are rare, common or missing. */
import type { AuditFilter } from '@kept/store/audit/list.ts'

interface AuditSearch {
  name: string
  filter: AuditFilter
  /** Default 1, with 50 events on a page. */
  page?: number
}

/** The log's last day is `end`, and its events are three seconds apart. */
export function auditSearches(events: number, end: Date): AuditSearch[] {
  const day = (share: number) => new Date(end.getTime() - (1 - share) * events * 3000).toISOString().slice(0, 10)
  const old = { start_date: day(0.1), end_date: day(0.13) }
  const recent = { start_date: day(0.99) }
  return [
    { name: 'the newest', filter: {} },
    { name: 'the newest, in the middle of the log', filter: {}, page: Math.ceil(events / 100) },
    { name: 'a person', filter: { actor: 'Person 200' } },
    { name: 'a person by ID', filter: { actor: 'user-Person 200' } },
    { name: 'a person, page 20', filter: { actor: 'Person 200' }, page: 20 },
    { name: 'a person, page 200', filter: { actor: 'Person 200' }, page: 200 },
    { name: 'a person who acted ten times', filter: { actor: 'Rare visitor' } },
    { name: 'a person who never acted', filter: { actor: 'Unknown person' } },
    { name: 'an action', filter: { action: 'kind_b.verb_c' } },
    { name: 'an action, page 200', filter: { action: 'kind_b.verb_c' }, page: 200 },
    { name: 'an action that never happened', filter: { action: 'kind_b.verb_z' } },
    { name: 'a type of resource', filter: { resource: 'kind_c' } },
    { name: 'a resource by ID', filter: { resource: 'resource-19876' } },
    { name: 'refused', filter: { outcome: 'denied' } },
    { name: 'failed', filter: { outcome: 'failed' } },
    { name: 'allowed', filter: { outcome: 'allowed' } },
    { name: 'the last days', filter: recent },
    { name: 'old days', filter: old },
    { name: 'old days, page 200', filter: old, page: 200 },
    { name: 'days before the log', filter: { end_date: '2000-01-01' } },
    { name: 'a person and an action', filter: { actor: 'Person 200', action: 'kind_a.verb_c' } },
    { name: 'a person and an action that never happened', filter: { actor: 'Person 200', action: 'kind_b.verb_z' } },
    { name: 'a person and a resource', filter: { actor: 'Person 200', resource: 'resource-77' } },
    { name: 'an action and refused', filter: { action: 'kind_b.verb_c', outcome: 'denied' } },
    { name: 'a type of resource and failed', filter: { resource: 'kind_c', outcome: 'failed' } },
    { name: 'an action and another type (nothing)', filter: { action: 'kind_b.verb_c', resource: 'kind_c' } },
    { name: 'a person in old days', filter: { actor: 'Person 200', ...old } },
    { name: 'an action in old days', filter: { action: 'kind_b.verb_c', ...old } },
    { name: 'a type of resource in old days', filter: { resource: 'kind_c', ...old } },
    { name: 'allowed in old days', filter: { outcome: 'allowed', ...old } },
    { name: 'failed in old days', filter: { outcome: 'failed', ...old } },
    {
      name: 'everything at once',
      filter: { actor: 'Person 200', action: 'kind_b.verb_c', resource: 'kind_b', ...old },
    },
    { name: 'text: a person', filter: { search: 'Person 117' } },
    { name: 'text: a resource', filter: { search: 'Resource 19876' } },
    { name: 'text: a part of 1,111 names', filter: { search: 'source 1' } },
    { name: 'text: a part of every name', filter: { search: 'e' } },
    { name: 'text: a part of every name, page 200', filter: { search: 'e' }, page: 200 },
    { name: 'text: an address', filter: { search: '198.51.100.77' } },
    { name: 'text: a request', filter: { search: `request-${Math.ceil(events / 3)}` } },
    { name: 'text: a person who acted ten times', filter: { search: 'rare visitor' } },
    { name: 'text: what nothing has', filter: { search: 'nothing like this' } },
    { name: 'text: a person, in old days', filter: { search: 'Person 117', ...old } },
    { name: 'text: a part of 1,111 names, in old days', filter: { search: 'source 1', ...old } },
    { name: 'text: a part of 1,111 names, failed', filter: { search: 'source 1', outcome: 'failed' } },
    { name: 'text: a part of every name, failed in old days', filter: { search: 'e', outcome: 'failed', ...old } },
    {
      name: 'text: a part of 1,111 names, by someone unknown',
      filter: { search: 'source 1', actor: 'Unknown person' },
    },
    {
      name: 'text: a part of 1,111 names, by a person who acted ten times',
      filter: { search: 'source 1', actor: 'Rare visitor' },
    },
  ]
}
