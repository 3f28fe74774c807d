import { contract } from '@kept/contract/contract.ts'
import { listContractRoutes } from '@kept/contract/list-routes.ts'
import { streamRoutes } from '@kept/contract/streams/all.ts'
import { expect, it } from 'vitest'
import { auditedRouteOf } from './audited-routes.ts'
import { toPastTense } from './past-tense.ts'

const summaries = [...listContractRoutes(contract), ...streamRoutes]
  .filter(({ method, path }) => auditedRouteOf(method, path))
  .map(({ summary }) => summary)

it.each([
  ['Download the compliance report', 'Downloaded the compliance report'],
  ['Retry an alert delivery', 'Retried an alert delivery'],
  ['Pay an invoice now', 'Paid an invoice'],
  ['Approve or reject a change', 'Approved or rejected a change'],
  ['Change your password', 'Changed their password'],
  ['Create an organization if it does not exist', 'Created an organization'],
  ['Turn an audit stream on or off', 'Turned an audit stream on or off'],
  ['Reconcile now', 'Reconciled'],
  ['GET /v1/somewhere', 'GET /v1/somewhere'],
])('%s happened: %s', (summary, past) => {
  expect(toPastTense(summary)).toBe(past)
})

it('has the past of each verb of a route that is recorded', () => {
  const used = [...new Set(summaries.map((summary) => toPastTense(summary).split(' ')[0]))].sort()
  expect(used).toEqual(pastVerbs)
})

/** Read by a person: a new verb is added here, in its past. */
const pastVerbs = [
  ...['Accepted', 'Acknowledged', 'Added', 'Annotated', 'Answered', 'Approved', 'Bought', 'Canceled', 'Carried'],
  ...['Changed', 'Checked', 'Commented', 'Committed', 'Confirmed', 'Created', 'Decided', 'Deleted', 'Detected'],
  ...['Disabled', 'Discarded', 'Dismissed', 'Disputed', 'Downloaded', 'Ended', 'Erased', 'Exported', 'Gave'],
  ...['Imported', 'Investigated', 'Invited', 'Issued', 'Left', 'Let', 'Marked', 'Opened', 'Optimized', 'Paid'],
  ...['Paused', 'Previewed', 'Ran', 'Received', 'Reconciled', 'Recorded', 'Refreshed', 'Refunded', 'Removed'],
  ...['Reopened', 'Replaced', 'Requested', 'Resent', 'Resolved', 'Restored', 'Resumed', 'Retried', 'Reverted'],
  ...['Revoked', 'Rotated', 'Saved', 'Scheduled', 'Sent', 'Set', 'Started', 'Stopped', 'Switched', 'Synced'],
  ...['Tested', 'Turned', 'Undid', 'Unlinked', 'Updated', 'Uploaded', 'Verified', 'Voided', 'Withdrew', 'Wrote'],
]
