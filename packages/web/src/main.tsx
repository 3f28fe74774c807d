import { Toasts } from '@kept/ui/toast/Toasts.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient, watchReach } from './api/query-client.ts'
import './app.css'
import { watchPrinting } from './print/printing.ts'
import { watchRemovals } from './removal/useRemoval.ts'
import { router } from './router.tsx'
import { AuthProvider } from './session/AuthProvider.tsx'
import { session, watchSession } from './session/current.ts'
import { watchSystemTheme } from './theme/appearance.ts'

watchSystemTheme()
watchPrinting()
watchReach()
watchRemovals()
watchSession((href) => router.navigate({ href, replace: true }))

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root to draw into.')
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <AuthProvider session={session}>
        <RouterProvider router={router} />
      </AuthProvider>
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
)
