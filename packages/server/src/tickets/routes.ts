import { listTickets } from '@kept/store/tickets/tickets.ts'
import { routes } from '../platform/implement.ts'
import { createTicket } from './create-ticket.ts'

export const tickets = {
  ofRecommendation: routes.tickets.ofRecommendation.handler(async ({ context: { services, scope }, input }) => ({
    data: await listTickets(services.state.database, scope, { kind: 'recommendation', id: input.id }),
  })),
  createForRecommendation: routes.tickets.createForRecommendation.handler(async ({ context, input }) => ({
    data: await createTicket(context, { kind: 'recommendation', id: input.id }, input),
  })),
  ofAnomaly: routes.tickets.ofAnomaly.handler(async ({ context: { services, scope }, input }) => ({
    data: await listTickets(services.state.database, scope, { kind: 'anomaly', id: input.id }),
  })),
  createForAnomaly: routes.tickets.createForAnomaly.handler(async ({ context, input }) => ({
    data: await createTicket(context, { kind: 'anomaly', id: input.id }, input),
  })),
}
