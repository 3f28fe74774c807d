import { Toasts } from '@kept/ui/toast/Toasts.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followReachability, queryClient } from './api/query-client.ts'
import './app.css'
import { followPrinting } from './print/printing.ts'
import { followRemovals } from './removal/useRemoval.ts'
import { router } from './router.tsx'
import { AuthProvider } from './session/AuthProvider.tsx'
import { followSession, session } from './session/current.ts'
import { watchSystemTheme } from './theme/appearance.ts'

watchSystemTheme()
followPrinting()
followReachability()
followRemovals()
followSession((href) => router.navigate({ href, replace: true }))

const rootElement = document.getElementById('root')
if (!rootElement) throw new Error('index.html has no #root to draw into.')
createRoot(rootElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <AuthProvider session={session}>
        <RouterProvider router={router} />
      </AuthProvider>
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
)
