import type { LogoAnswer } from '@kept/contract/routes/billing/logo.ts'
import { badInput } from '@kept/domain/errors.ts'
import { noteAudit } from '@kept/store/audit/record.ts'
import { addLogo, readLogo } from '@kept/store/billing/logo.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { actingOf } from '../../platform/acting.ts'
import { refuseInDemo } from '../../platform/demo-limits.ts'
import { operatorRoutes } from '../../platform/implement.ts'
import { findLogoError, logoTypeOf } from '../documents/pdf/logo-error.ts'

const routes = operatorRoutes.billingLogo

export const billingLogo = {
  read: routes.read.handler(async ({ context: { services } }) => ({
    data: await describeLogo(services.state.database),
  })),
  change: routes.change.handler(async ({ context, input }) => {
    refuseInDemo(context)
    const { services, scope } = context
    const { database } = services.state
    const picture = input.picture === null ? null : Buffer.from(input.picture, 'base64')
    const error = picture && findLogoError(picture)
    if (error) throw badInput(error)
    const { actor, auditContext } = actingOf(context)
    await addLogo(database, picture, { actorName: actor.name, now: services.now() })
    const summary = picture ? 'The logo on invoices was changed.' : 'The logo on invoices was removed.'
    await noteAudit(database, scope, { ...auditContext, action: 'billing.logo_changed', summary })
    return { data: await describeLogo(database) }
  }),
}

async function describeLogo({ shared }: Database): Promise<LogoAnswer> {
  const { picture, changed_by, changed_at } = await readLogo(shared)
  const type = picture && logoTypeOf(picture)
  return {
    logo: picture && type ? { type, bytes: picture.length, picture: picture.toString('base64') } : null,
    ...{ changed_by, changed_at },
  }
}
