import { Card } from 'antd'
import type { ReactNode } from 'react'

interface HomeCardProps {
  title: string
  extra?: ReactNode
  children: ReactNode
}

/** A card of the home page. Screens §6. */
export const HomeCard = ({ title, extra, children }: HomeCardProps) => (
  <Card size="small" title={<h2>{title}</h2>} extra={extra}>
    {children}
  </Card>
)
