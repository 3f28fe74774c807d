/**
 * The two live connections. `/ws`: subscribe, unsubscribe, ping. `/client/{userId}`: the caller's own, subscribed to
 * all permitted channels. They are authenticated like any route, and pages of other sites are rejected: a browser sends
 * cookies with a WebSocket of any page.
 */
import fastifyWebsocket from '@fastify/websocket'
import { KeptError } from '@kept/domain/errors.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import { textFieldOf } from '@kept/foundation/narrow.ts'
import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { RawRoutes } from '../platform/app.ts'
import type { Identity, RequestContext } from '../platform/context.ts'
import { admit } from '../platform/guard.ts'
import { isOwnOrigin } from '../platform/origin.ts'
import type { Hub, Quota } from './hub.ts'
import { inTurns } from './in-turns.ts'
import { parseSince } from './parse-since.ts'
import { type Channel, channelNeeds, closeCodes, limits, openPeer, type PeerRights } from './peer.ts'

/** The current identity of an open connection: of its session or its key. */
type Recall = (request: FastifyRequest, context: RequestContext) => Promise<Identity>

/** After a restart all pages reconnect at once: this many are authenticated in parallel, the others wait. */
const maxPendingSockets = 6

export function liveRoutes(hub: Hub, recall: Recall): RawRoutes {
  const runInTurn = inTurns(maxPendingSockets)
  return (app, contextOf) => {
    void app.register(async (scope) => {
      await scope.register(fastifyWebsocket, {
        options: { maxPayload: limits.bytesPerMessage },
        // The library closes a peer that violates the protocol; that is not our error.
        errorHandler: (_error, socket) => socket.terminate(),
      })
      const admitLive = async (request: FastifyRequest) => {
        const context = await runInTurn(() => contextOf(request))
        if (!isOwnOrigin(context.visit, context.services.config.publicUrl)) {
          throw new KeptError('forbidden', 'Connections from other sites are not allowed.')
        }
        const { me } = admit(context, 'notifications:read')
        const userId = textFieldOf(request.params, 'userId')
        if (userId !== undefined && userId !== me.user.id) {
          // Like for a user who does not exist.
          throw new KeptError('not_found', 'User not found. You can only subscribe to your own messages.')
        }
      }
      const options = { websocket: true, config: { needs: 'notifications:read' }, preValidation: admitLive } as const
      scope.get('/ws', options, (socket, request) => enter(socket, request, []))
      scope.get('/client/:userId', options, (socket, request) => enter(socket, request, keysOf(channelNeeds)))
    })

    async function enter(socket: WebSocket, request: FastifyRequest, channels: Channel[]): Promise<void> {
      const context = await contextOf(request)
      const rights = rightsOf(context)
      if (!rights) return socket.close(closeCodes.signedOut, 'Signed out.')
      const peer = openPeer(socket, { rights, catchUp: hub.catchUp, now: () => performance.now() })
      const leave = await hub.join({
        peer,
        key: context.session?.id ?? context.apiKey?.id ?? request.id,
        loadRights: async () => rightsOf(await recall(request, context)),
        quotas: listQuotas(context, rights),
      })
      if (!leave) return peer.close(closeCodes.tooMany, 'Too many connections. Close another Kept tab.')
      socket.once('close', leave)
      if (socket.readyState !== socket.OPEN) leave()
      const afterSeq = parseSince(request.url)
      for (const channel of channels) {
        if (rights.permissions.includes(channelNeeds[channel])) await peer.subscribe(channel, afterSeq)
      }
    }
  }
}

/** One visitor, organization or address must not use up the connections of the others. */
function listQuotas({ session, visit }: RequestContext, { userId, organizationId }: PeerRights): Quota[] {
  const person =
    session?.kind === 'demo'
      ? { key: `visitor:${session.id}`, limit: limits.connectionsPerDemoVisitor }
      : { key: `person:${userId}`, limit: limits.connectionsPerPerson }
  const organization = { key: `organization:${organizationId}`, limit: limits.connectionsPerOrganization }
  const address = { key: `address:${visit.ip}`, limit: limits.connectionsPerAddress }
  return isLoopbackAddress(visit.ip) ? [person, organization] : [person, organization, address]
}

function isLoopbackAddress(ip: string): boolean {
  return ip === '::1' || ip.replace('::ffff:', '').startsWith('127.')
}

function rightsOf({
  me,
  scope,
  secondFactorDue,
}: Pick<Identity, 'me' | 'scope' | 'secondFactorDue'>): PeerRights | null {
  if (!me || !scope || secondFactorDue) return null
  return { userId: me.user.id, organizationId: scope.organizationId, permissions: me.permissions }
}
