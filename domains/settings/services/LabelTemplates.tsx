import { Modal } from 'antd'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { expressCalls } from '../express.calls.ts'

interface LabelTemplatesProps {
  com: string
  name: string
  onClose(): void
}

/** 电子面单模板: the waybill templates a carrier has at the provider. */
export function LabelTemplates({ com, name, onClose }: LabelTemplatesProps) {
  const { data, error, refetch } = useCall(expressCalls.template, { com }, { quiet: true })
  return (
    <Modal open title={`${name} · 电子面单模板`} footer={null} onCancel={onClose}>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Loading />}
      {data !== undefined && (
        <Table
          rowKey="temp_id"
          dataSource={data.data}
          columns={[
            { title: '编号', dataIndex: 'temp_id' },
            { title: '名称', dataIndex: 'title' },
            {
              title: '样式',
              dataIndex: 'pic',
              render: (pic: string) =>
                pic === '' ? (
                  '—'
                ) : (
                  <a href={pic} target="_blank" rel="noreferrer">
                    查看
                  </a>
                ),
            },
          ]}
          locale={{ emptyText: '该快递公司没有面单模板' }}
        />
      )}
    </Modal>
  )
}
