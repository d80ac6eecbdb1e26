"""What people post beside the lines of a loader: messages of other programs, listings of folders, crashes."""
