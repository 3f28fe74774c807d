import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Gallery } from './Gallery.tsx'
import './gallery.css'
import { showPseudoStates } from './pseudo-states.ts'

const rootElement = document.getElementById('root')
if (!rootElement) throw new Error('index.html has no #root element.')
createRoot(rootElement).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
)
showPseudoStates()
