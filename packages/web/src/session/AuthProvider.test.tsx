import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AuthProvider, useAuth } from './AuthProvider.tsx'
import type { Session } from './session.ts'

function Who() {
  return <p>{useAuth().state.status}</p>
}

test('inside the provider the session is known', () => {
  const session = { state: () => ({ status: 'signed_out' }), subscribe: () => () => undefined } as unknown as Session
  expect(
    renderToString(
      <AuthProvider session={session}>
        <Who />
      </AuthProvider>,
    ),
  ).toBe('<p>signed_out</p>')
})

test('outside of it the mistake has its words', () => {
  expect(() => renderToString(<Who />)).toThrow('useAuth must be used within an AuthProvider')
})
