import { expect, it } from 'vitest'
import { auditedRoutes } from '../../platform/audit/audited-routes.ts'
import { permissionsOfAction, recordedPermissions } from './recorded-permissions.ts'

it('knows an action for every permission whose use it evaluates', () => {
  const actions = Object.values(auditedRoutes).map(({ action }) => action)
  const visible = new Set(actions.flatMap(permissionsOfAction))
  expect(recordedPermissions.filter((permission) => !visible.has(permission))).toEqual([])
})

it('never evaluates reading, which is not recorded, nor what belongs to the operator', () => {
  expect(recordedPermissions.filter((permission) => /:(read|operate)$|^operator:/.test(permission))).toEqual([])
  expect(permissionsOfAction('costs.exported')).toEqual([])
})

it('tells what several permissions may do, and what handlers record beside their route', () => {
  expect(permissionsOfAction('metrics.sent')).toEqual(expect.arrayContaining(['costs:import', 'telemetry:write']))
  expect(permissionsOfAction('recommendation.remediated')).toEqual(['recommendations:act'])
  expect(permissionsOfAction('security_incident.moved')).toEqual(['security:write'])
  expect(permissionsOfAction('custom_role.created')).toEqual(['users:write'])
  expect(permissionsOfAction('membership.role_changed')).toEqual(['users:write'])
})

it('takes what users do with their own account for no use of a permission', () => {
  const own = ['session.created', 'session.refused', 'membership.joined', 'membership.left', 'password.changed']
  expect(own.flatMap(permissionsOfAction)).toEqual([])
  expect(permissionsOfAction('session.ended_by_admin')).toEqual(['users:write'])
})
