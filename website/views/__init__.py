"""HTML views of this site: timelines, title plates, code, page contents."""
