import { Drawer } from '@kept/ui/controls/Drawer.tsx'
import { Sidebar } from './Sidebar.tsx'

interface PhoneSidebarProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** The sidebar on a narrow screen: over the page, and gone with Escape or the first link followed. */
export default function PhoneSidebar({ open, onOpenChange }: PhoneSidebarProps) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Menu">
      <Sidebar onLeave={() => onOpenChange(false)} />
    </Drawer>
  )
}
