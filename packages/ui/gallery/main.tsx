import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Gallery } from './Gallery.tsx'
import './gallery.css'
import { showPseudoStates } from './pseudo-states.ts'

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root to draw into.')
createRoot(place).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
)
showPseudoStates()
