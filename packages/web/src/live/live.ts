/** The live connection of this page. */

import { createLive, type LiveMessage } from '@kept/client/live-connection.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { serverUrl } from '../url/base-path.ts'

function open(path: string, { onOpen, onText, onClose }: Parameters<Parameters<typeof createLive>[0]['open']>[1]) {
  const address = serverUrl(path)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(address)
  socket.onopen = onOpen
  socket.onmessage = ({ data }) => onText(String(data))
  socket.onclose = ({ code }) => onClose(code)
  return {
    send: (text: string) => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => socket.close(),
  }
}

function later(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Sent each minute while a loop goes on: only its own screen refetches, and only while it is monitoring. */
const quietKinds: unknown[] = ['loop_changed']

/** Notifications were read, perhaps by this user in another tab: only the bell and its list refetch. */
const readKind = 'notifications_read'

/** ImportWatch shows the end of an import itself, with its file and reason. */
const shownElsewhere: unknown[] = ['import_failed']

/** Alerts show a message; after any other event every visible panel refetches. */
function onMessage({ type, payload }: LiveMessage): void {
  if (type === 'audit_event') {
    const { security, securityPolicies, securityIncidents, securityScans, securityCompliance, accessControls } = api
    for (const part of [
      security,
      securityPolicies,
      securityIncidents,
      securityScans,
      securityCompliance,
      accessControls,
    ])
      void queryClient.invalidateQueries({ queryKey: part.key() })
    return
  }
  if (quietKinds.includes(payload.kind)) return
  if (payload.kind === readKind) return void queryClient.invalidateQueries({ queryKey: api.notifications.key() })
  if (type !== 'metrics_update' && !shownElsewhere.includes(payload.kind)) {
    const title = String(payload.title ?? payload.summary ?? '')
    if (title) toasts.show({ title })
  }
  void queryClient.invalidateQueries()
}

export const live = createLive(
  { open, schedule: later },
  { onMessage, onGap: () => void queryClient.invalidateQueries() },
)
