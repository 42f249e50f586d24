import { Badge, Button, Space } from 'antd'

interface Props {
  sections: readonly {
    /** id of its element */
    id: string
    title: string
    /** how many of its fields are wrong; of forms */
    wrong?: number
  }[]
}

/** The sections of a long form or record, in a form each with how much is wrong in it; a press goes there. Screens §3, §4. */
export function JumpList({ sections }: Props) {
  return (
    <nav aria-label="本页内容" className="k-jumps">
      <Space wrap size={4}>
        {sections.map(({ id, title, wrong = 0 }) => (
          <Badge key={id} size="small" count={wrong} title={`${wrong}处有误`}>
            <Button
              size="small"
              type="text"
              onClick={() => document.getElementById(id)?.scrollIntoView({ block: 'start' })}
            >
              {title}
            </Button>
          </Badge>
        ))}
      </Space>
    </nav>
  )
}
