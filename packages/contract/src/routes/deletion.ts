/** Deletion of an organization and of the caller's account: requested, and canceled while there is time. */
import { deletionReasons } from '@kept/domain/deletion.ts'
import * as z from 'zod'
import { requestAccountDeletionInput, requestOrganizationDeletionInput } from '../inputs/deletion.ts'
import { answer, route } from '../route.ts'

const moment = z.iso.datetime()
const id = z.uuid()

const organizationDeletionSchema = z.object({
  requested_at: moment,
  /** From then on nothing can be restored. */
  due_at: moment,
  requested_by: z.string(),
  reason: z.enum(deletionReasons),
})
export type OrganizationDeletion = z.infer<typeof organizationDeletionSchema>

const accountDeletionSchema = z.object({ requested_at: moment, due_at: moment })

export const deletion = {
  getOrganization: route({
    method: 'GET',
    path: '/v1/organizations/{id}/deletion',
    summary: 'Get the deletion of an organization',
    description: 'Null unless it was requested.',
    tag: 'Organizations',
    needs: 'organization:read',
    input: z.object({ id }),
    output: answer(organizationDeletionSchema.nullable()),
  }),
  requestOrganization: route({
    method: 'POST',
    path: '/v1/organizations/{id}/deletion',
    summary: 'Delete an organization',
    description:
      'Everyone is notified. After 14 days all data is deleted; what stays is the savings ledger and the audit log without names, and issued invoices.',
    tag: 'Organizations',
    needs: 'organization:write',
    input: requestOrganizationDeletionInput,
    output: answer(organizationDeletionSchema),
  }),
  cancelOrganization: route({
    method: 'DELETE',
    path: '/v1/organizations/{id}/deletion',
    summary: 'Cancel the deletion of an organization',
    tag: 'Organizations',
    needs: 'organization:write',
    input: z.object({ id }),
    output: answer(z.object({ canceled: z.literal(true) })),
  }),
  getAccount: route({
    method: 'GET',
    path: '/v1/account/deletion',
    summary: 'Get the deletion of your account',
    description: 'Null unless you requested it.',
    tag: 'Account',
    needs: 'person',
    input: z.object({}),
    output: answer(accountDeletionSchema.nullable()),
  }),
  requestAccount: route({
    method: 'POST',
    path: '/v1/account/deletion',
    summary: 'Delete your account',
    description:
      'After 14 days the account is deleted, and your name and address are replaced everywhere. The last admin of an organization cannot do this.',
    tag: 'Account',
    needs: 'person',
    input: requestAccountDeletionInput,
    output: answer(accountDeletionSchema),
  }),
  cancelAccount: route({
    method: 'DELETE',
    path: '/v1/account/deletion',
    summary: 'Cancel the deletion of your account',
    tag: 'Account',
    needs: 'person',
    // A DELETE without a body has no input at all.
    input: z.object({}).default({}),
    output: answer(z.object({ canceled: z.literal(true) })),
  }),
}
