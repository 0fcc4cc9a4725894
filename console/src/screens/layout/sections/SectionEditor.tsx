import type { ReactNode } from 'react';
import { useMessages } from '../../../messages/messages.tsx';
import type { SectionEditorProps } from '../types.ts';
import { BreakdownEditor } from './BreakdownEditor.tsx';
import { ChannelsEditor } from './ChannelsEditor.tsx';
import { FunnelEditor, HeatmapEditor, KpisEditor, TimeseriesEditor } from './FigureEditors.tsx';
import { TitleField } from './fields.tsx';
import { GalleryEditor } from './GalleryEditor.tsx';
import { GoalsSectionEditor } from './GoalsSectionEditor.tsx';
import { ImageEditor } from './ImageEditor.tsx';
import { TextEditor } from './TextEditor.tsx';
import { automaticTitle } from './titles.ts';

/** Everything that can be said of one section, whatever its kind. */
export function SectionEditor(props: SectionEditorProps): ReactNode {
  const { section, onChange, faults, sources } = props;
  const { sections } = useMessages();
  if (section.type === 'page_break') return <p>{sections.pageBreak}</p>;
  return (
    <>
      <TitleField
        section={section}
        onChange={onChange}
        fault={faults.title}
        automatic={automaticTitle(section, sources, sections)}
      />
      <FieldsOf {...props} />
    </>
  );
}

function FieldsOf({ section, goals, ...props }: SectionEditorProps): ReactNode {
  switch (section.type) {
    case 'kpis':
      return <KpisEditor section={section} {...props} />;
    case 'timeseries':
      return <TimeseriesEditor section={section} {...props} />;
    case 'breakdown':
      return <BreakdownEditor section={section} {...props} />;
    case 'heatmap':
      return <HeatmapEditor section={section} {...props} />;
    case 'channels':
      return <ChannelsEditor section={section} {...props} />;
    case 'funnel':
      return <FunnelEditor section={section} {...props} />;
    case 'gallery':
      return <GalleryEditor section={section} {...props} />;
    case 'goals':
      return <GoalsSectionEditor section={section} goals={goals} {...props} />;
    case 'text':
      return <TextEditor section={section} {...props} />;
    case 'image':
      return <ImageEditor section={section} {...props} />;
    default:
      return null;
  }
}
