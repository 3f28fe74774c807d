/** SAML identity providers, and roles that follow from groups at an identity provider. */
import { roleSchema } from '@kept/domain/grants.ts'
import * as z from 'zod'
import { addSamlProviderInput, setGroupRolesInput, updateSamlProviderInput } from '../inputs/organizations.ts'
import { answer, route } from '../route.ts'
import { forRunningAdmins, identityProviderSchema } from './organizations.ts'

const tag = 'Organizations'
const id = z.uuid()
const groupRolesSchema = z.array(z.object({ group: z.string(), role: roleSchema, custom_role_id: z.uuid().nullable() }))

export const singleSignOn = {
  addSaml: route({
    method: 'POST',
    path: '/v1/organizations/{id}/saml-providers',
    summary: 'Create a SAML identity provider',
    description: `From its metadata, uploaded or read from an address. ${forRunningAdmins}`,
    tag,
    needs: 'organization:write',
    input: addSamlProviderInput,
    output: answer(identityProviderSchema),
  }),
  updateSaml: route({
    method: 'PATCH',
    path: '/v1/organizations/{id}/saml-providers/{provider_id}',
    summary: 'Update a SAML identity provider',
    description: `New metadata replaces the addresses and certificates. ${forRunningAdmins}`,
    tag,
    needs: 'organization:write',
    input: updateSamlProviderInput,
    output: answer(identityProviderSchema),
  }),
  groupRoles: route({
    method: 'GET',
    path: '/v1/organizations/{id}/group-roles',
    summary: 'List roles of groups',
    description: 'Groups at the identity provider, with the role that their members get here.',
    tag,
    needs: 'organization:write',
    input: z.object({ id }),
    output: answer(groupRolesSchema),
  }),
  setGroupRoles: route({
    method: 'PUT',
    path: '/v1/organizations/{id}/group-roles',
    summary: 'Replace roles of groups',
    description: `Of several groups, the role with the most rights counts: admin, billing admin, custom roles by name, user. ${forRunningAdmins}`,
    tag,
    needs: 'organization:write',
    input: setGroupRolesInput,
    output: answer(groupRolesSchema),
  }),
}
