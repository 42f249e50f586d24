import { Drawer } from 'antd'
import type { ReactNode } from 'react'

/** Where the filters stand on a phone. */
export default function FilterDrawer({ children, onClose }: { children: ReactNode; onClose(): void }) {
  return (
    <Drawer title="筛选" placement="bottom" size="80%" open onClose={onClose}>
      {children}
    </Drawer>
  )
}
